import type { Role } from '#contract/access/roles.ts'
import { employeeFields } from '#contract/employees/fields.ts'

/** In the order of docs/product.md 1. */
export const roleOptions = (Object.entries(employeeFields.role.choices) as [Role, string][]).map(
  ([value, label]) => ({ value, label }),
)
