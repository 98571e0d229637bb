import type { Role } from '#contract/access/roles.ts'
import { employeeScreenWording } from './wording.ts'

/** In the order of docs/product.md 1. */
export const roleOptions = (Object.entries(employeeScreenWording.roles) as [Role, string][]).map(
  ([value, label]) => ({ value, label }),
)
