-- Roman numerals, both ways. The task is in katas/roman/README.md.
import System.IO

main :: IO ()
main = do
  mapM_ (`hSetEncoding` utf8) [stdin, stdout]
  text <- getContents
  mapM_ putStrLn (converted (lines text))

converted :: [String] -> [String]
converted = id -- here it begins
