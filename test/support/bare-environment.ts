/**
 * The environment of child processes in tests, without any settings of the machine or of `.env`. `npm test` sets NODE_COMPILE_CACHE, so
 * that compiled modules are shared by the many starts.
 */
export const bareEnvironment = {
  ENV_FILE: '',
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
}
