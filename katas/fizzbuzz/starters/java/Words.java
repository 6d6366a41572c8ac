// FizzBuzz. The task is in katas/fizzbuzz/README.md.
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintStream;
import java.util.List;

class Words {
  public static void main(String[] arguments) throws Exception {
    List<String> lines = new String(System.in.readAllBytes(), UTF_8).lines().toList();
    PrintStream out = new PrintStream(System.out, true, UTF_8);
    for (String line : lines) {
      out.println(line); // here it begins
    }
  }
}
