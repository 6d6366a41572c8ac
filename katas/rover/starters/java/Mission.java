// Mars rover. The task is in katas/rover/README.md.
import static java.nio.charset.StandardCharsets.UTF_8;

class Mission {
  public static void main(String[] arguments) throws Exception {
    String rover = "";
    var out = new java.io.PrintStream(System.out, true, UTF_8);
    for (String line : new String(System.in.readAllBytes(), UTF_8).lines().toList()) {
      String[] words = line.split(" ", 2);
      if (words[0].equals("rover")) rover = words[1];
      if (words[0].equals("go")) out.println(rover); // here it begins
    }
  }
}
