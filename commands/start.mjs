import { launch } from './launch.mjs'

await launch('commands/start.ts')
