/** What a call is answered. */
export interface Answer {
  status: number
  /** A buffer is sent as it is, anything else as JSON. */
  content: unknown
  type?: string
  encoding?: string | undefined
}

/** Who asks. */
export interface Actor {
  employee_id: string
  email: string
  role: string
}
