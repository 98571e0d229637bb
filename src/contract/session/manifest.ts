import { everyone, type Manifest } from '../manifest.ts'

/** Signing in and out leaves rows about the employee (`employees/manifest.ts`). */
export const sessionFeature = {
  permissions: { 'session:own': { allowed: everyone } },
  audited: {},
} as const satisfies Manifest
