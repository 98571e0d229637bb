/** One character for each byte, in parts that a call can take. */
export function binaryString(bytes: Uint8Array): string {
  const part = 8192
  let text = ''
  for (let at = 0; at < bytes.length; at += part) {
    text += String.fromCharCode(...bytes.subarray(at, at + part))
  }
  return text
}
