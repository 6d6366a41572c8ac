-- Yatzy. The task is in katas/yatzy/README.md.
import System.IO

main :: IO ()
main = do
  mapM_ (`hSetEncoding` utf8) [stdin, stdout]
  text <- getContents
  mapM_ (print . score) (lines text)

score :: String -> Int
score line = 0 -- here it begins
