import { launch } from './launch.mjs'

await launch('commands/ops.ts')
