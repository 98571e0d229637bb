import { launch } from './launch.mjs'

await launch('commands/lighthouse.ts')
