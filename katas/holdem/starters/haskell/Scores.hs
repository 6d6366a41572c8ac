-- Hold'em: mark the lines. The task is in katas/holdem/README.md.
import System.IO

main :: IO ()
main = do
  mapM_ (`hSetEncoding` utf8) [stdin, stdout]
  text <- getContents
  mapM_ putStrLn (scores (lines text))

scores :: [String] -> [String]
scores = id -- here it begins
