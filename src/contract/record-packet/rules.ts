import type { Paper } from '../papers/endpoints.ts'

type Release = Pick<Paper, 'kind' | 'to' | 'expiresOn' | 'revokedOn'>

export const basisMissing = 'Enter why the record may be shared'

/** Case and outer spaces aside. */
export function isSameRecipient(one: string, other: string | null): boolean {
  const key = (name: string) => name.trim().toLowerCase()
  return other !== null && key(one) === key(other)
}

/** The releases to someone that are neither expired nor revoked on a day, 'YYYY-MM-DD'. */
export const validReleases = <Of extends Release>(papers: readonly Of[], day: string) =>
  papers.filter(
    (paper): paper is Of & { to: string } =>
      paper.kind === 'release' &&
      Boolean(paper.to) &&
      !paper.revokedOn &&
      !(paper.expiresOn && paper.expiresOn < day),
  )

export const isReleased = (recipient: string, papers: readonly Release[], day: string): boolean =>
  validReleases(papers, day).some(({ to }) => isSameRecipient(recipient, to))
