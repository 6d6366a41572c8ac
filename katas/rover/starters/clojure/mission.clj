;; Mars rover. The task is in katas/rover/README.md.
(require '[clojure.java.io :as io] '[clojure.string :as string])

(let [lines (map #(string/split % #" " 2) (line-seq (io/reader System/in :encoding "UTF-8")))
      [_ rover] (first (filter #(= (first %) "rover") lines))]
  (binding [*out* (io/writer System/out :encoding "UTF-8")]
    (doseq [[word _] lines :when (= word "go")]
      (println rover)) ; here it begins
    (flush)))
