"""FizzBuzz."""
