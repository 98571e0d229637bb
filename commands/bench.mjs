import { launch } from './launch.mjs'

await launch('bench/run.ts')
