/** The address under which the world knows a path; operators write `PUBLIC_URL` with a slash at its end or without. */
export function absolute(publicUrl: string, path: string): string {
  return `${publicUrl.replace(/\/+$/, '')}${path}`
}
