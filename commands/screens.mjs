import { launch } from './launch.mjs'

await launch('commands/screens.ts')
