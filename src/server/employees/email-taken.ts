/** Whether a statement failed because another living employee has the same email address (decision 19). */
export function isEmailTaken(error: unknown): boolean {
  return (error as { constraint?: string }).constraint === 'employees_living_email'
}
