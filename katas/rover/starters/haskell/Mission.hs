-- Mars rover. The task is in katas/rover/README.md.
import System.IO

main :: IO ()
main = do
  mapM_ (`hSetEncoding` utf8) [stdin, stdout]
  text <- getContents
  mapM_ putStrLn (reports (map words (lines text)))

reports :: [[String]] -> [String]
reports mission = [rover | "go" : _ <- mission] -- here it begins
  where
    rover = concat (take 1 [unwords place | "rover" : place <- mission])
