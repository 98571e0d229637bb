import { expect, test } from 'vitest'
import { manifests } from './manifests.ts'

test.each(['permissions', 'audited'] as const)(
  'no two manifests have an entry of the same name in %s',
  (part) => {
    const names = manifests.flatMap((manifest) => Object.keys(manifest[part]))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  },
)
