import { expect, test } from 'vitest'
import { endedRelease } from '#portal/record-packet/packet-dialog.tsx'

const ended = (...releases: Partial<Parameters<typeof endedRelease>[1][number]>[]) =>
  endedRelease(
    ' county court',
    releases.map((release) => ({ kind: 'release', to: null, expiresOn: null, revokedOn: null, ...release })),
    '2026-03-05',
  )

test('says that a release to the recipient has ended, unless another one holds [T714]', () => {
  const to = 'County Court'
  expect(ended()).toBeUndefined()
  expect(ended({ to: 'Landlord', expiresOn: '2026-01-01' })).toBeUndefined()
  expect(ended({ to, expiresOn: '2026-03-05' })).toBeUndefined()
  expect(ended({ to, expiresOn: '2026-03-04' })).toBe(
    'The release to this recipient expired on March 4, 2026.',
  )
  const revoked = { to, expiresOn: '2027-01-01', revokedOn: '2026-02-01' }
  expect(ended({ to, expiresOn: '2026-01-01' }, revoked)).toBe(
    'The release to this recipient was revoked on February 1, 2026.',
  )
  expect(ended(revoked, { to, expiresOn: null })).toBeUndefined()
})
