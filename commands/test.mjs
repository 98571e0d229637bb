import { launch } from './launch.mjs'

await launch('commands/run-checks.ts')
