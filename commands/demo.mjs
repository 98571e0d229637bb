import { launch } from './launch.mjs'

await launch('commands/demo.ts')
