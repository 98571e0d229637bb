import { expect, test } from 'vitest'
import { features } from './features.ts'

test.each(['permissions', 'audited'] as const)(
  'no two features have an entry of the same name in %s',
  (part) => {
    const names = Object.values(features).flatMap((feature) => Object.keys(feature[part]))
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  },
)
