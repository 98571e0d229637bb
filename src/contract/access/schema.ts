import * as z from 'zod/mini'
import { roles } from './roles.ts'

export const roleSchema = z.enum(roles)
