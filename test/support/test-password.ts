/** The password of every employee in the tests. */
export const password = 'a lake in winter'
