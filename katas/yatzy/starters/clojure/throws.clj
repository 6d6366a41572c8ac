;; Yatzy. The task is in katas/yatzy/README.md.
(require '[clojure.java.io :as io])

(let [lines (line-seq (io/reader System/in :encoding "UTF-8"))]
  (binding [*out* (io/writer System/out :encoding "UTF-8")]
    (doseq [_ lines]
      (println 0)) ; here it begins
    (flush)))
