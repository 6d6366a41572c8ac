// Yatzy. The task is in katas/yatzy/README.md.
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintStream;
import java.util.List;

class Throws {
  public static void main(String[] arguments) throws Exception {
    List<String> lines = new String(System.in.readAllBytes(), UTF_8).lines().toList();
    PrintStream out = new PrintStream(System.out, true, UTF_8);
    for (String line : lines) {
      out.println(0); // here it begins
    }
  }
}
