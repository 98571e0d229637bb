import { launch } from './launch.mjs'

await launch('commands/dev.ts')
