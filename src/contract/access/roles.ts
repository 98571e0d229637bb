import * as z from 'zod/mini'

/** §6 and decision 1: the four roles, from the widest to the narrowest. */
export const roles = ['super-admin', 'admin', 'manager', 'employee'] as const

export const roleSchema = z.enum(roles)
export type Role = z.infer<typeof roleSchema>
