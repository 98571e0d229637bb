/** The oldest PostgreSQL that still gets fixes in 2027 and knows what our SQL uses (`UNIQUE NULLS NOT DISTINCT`, ICU per database). */
export const leastMajorVersion = 15
