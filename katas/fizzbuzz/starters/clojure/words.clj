;; FizzBuzz. The task is in katas/fizzbuzz/README.md.
(require '[clojure.java.io :as io])

(let [lines (line-seq (io/reader System/in :encoding "UTF-8"))]
  (binding [*out* (io/writer System/out :encoding "UTF-8")]
    (doseq [line lines]
      (println line)) ; here it begins
    (flush)))
