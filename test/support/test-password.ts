/** What everybody in the tests signs in with. */
export const password = 'a lake in winter'
