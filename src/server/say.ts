/** One plain line on standard output, which is for the person at the terminal; the log goes to standard error. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
