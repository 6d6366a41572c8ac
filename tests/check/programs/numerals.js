// Roman numerals, as somebody might solve it in JavaScript: digit by digit, and all of them known by heart.
const DIGITS = [
  ["", "M", "MM", "MMM"],
  ["", "C", "CC", "CCC", "CD", "D", "DC", "DCC", "DCCC", "CM"],
  ["", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX", "XC"],
  ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"],
];

function written(number) {
  const digits = [...String(number).padStart(4, "0")];
  return digits.map((digit, place) => DIGITS[place][digit]).join("");
}

const NUMBERS = new Map(Array.from({ length: 3999 }, (_, i) => [written(i + 1), i + 1]));

function converted(line) {
  if (line === "") return "";
  if (/^[0-9]+$/.test(line)) {
    const number = BigInt(line);
    return number < 1n || number > 3999n ? `${number} cannot be written` : written(number);
  }
  return NUMBERS.get(line) ?? `${line} is no numeral`;
}

const lines = require("fs").readFileSync(0, "utf8").split("\n");
if (lines.at(-1) === "") lines.pop();
for (const line of lines) console.log(converted(line.trim()));
