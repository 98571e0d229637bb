import { misused, readParameters } from '#commands/command-line.ts'

export interface Options {
  /** Only screens whose name holds this; every name holds ''. */
  only: string
  /** Pixels. */
  widths: number[]
  /** Another folder than the project's own. */
  into: string | undefined
  states: boolean
  keep: boolean
}

export const usage = `npm run screens [-- --states] [--widths N,N] [--only PART] [--into FOLDER] [--keep]
    Photographs every screen, light and dark, into the folder screens/ and shows all side by side in its index.html.
    --states      also what an address alone does not show: empty, endless, waiting, failing, dialogs, refusals
    --widths N,N  pixels (375,1280)
    --only PART   those whose name holds PART
    --into FOLDER another folder than screens/, empty or not there yet
    --keep        also renews the pictures of the README in docs/pictures/ and of the training's slides`

const options = {
  states: { type: 'boolean', default: false },
  widths: { type: 'string', default: '375,1280' },
  only: { type: 'string', default: '' },
  into: { type: 'string' },
  keep: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

/** What was typed, checked; undefined when help was asked for. */
export function readOptions(parameters: string[]): Options | undefined {
  const { help, only, widths, into, states, keep } = readParameters(parameters, { options }, usage).values
  if (help) return undefined
  if (!/^\d{3,4}(,\d{3,4})*$/.test(widths)) throw misused('--widths are numbers of pixels: 320,1280', usage)
  return { only, widths: widths.split(',').map(Number), into, states, keep }
}
