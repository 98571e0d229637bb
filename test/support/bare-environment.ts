/**
 * What a program that a test starts gets from the test's own environment: no settings. `npm test` names a folder in
 * which programs find each other's compiled modules, so that the many starts are cheap.
 */
export const bareEnvironment = {
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
}
