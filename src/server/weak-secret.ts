const samples =
  /change[-_ ]?(it|me|this)?|replace[-_ ]?(me|this)?|your|super|secret|password|session|token|example|sample|default|key|insert|here|production|development|please|random|string|test|qwertyuiop|asdfghjkl|abcdefghijklmnopqrstuvwxyz|(?:0?123456789)0?/gi

/**
 * Why a secret would not hold: too short, of few different characters, or copied from documentation
 * ('changeme-changeme-…'). What remains of it after the usual sample words must still be long and varied.
 * Null when it is good.
 */
export function weaknessOf(secret: string, leastLength: number): string | null {
  if (secret.length < leastLength) return `has ${secret.length} characters`
  if (new Set(secret).size < 8) return 'repeats a few characters'
  if (repeatsItself(secret)) return 'repeats itself'
  const rest = secret.replace(samples, '').replace(/[^\p{L}\p{N}+/=]/gu, '')
  if (rest.length < leastLength / 4 || new Set(rest).size < 5) return 'looks like a sample'
  return null
}

/** 'abcdefghabcdefgh…': the text is found in its own doubling before its end. */
function repeatsItself(text: string): boolean {
  return (text + text).indexOf(text, 1) < text.length
}
