import './picture.css'

/** The colors of every drawing, by day and at night; `picture.css` says which they are. */
export type Paint =
  | 'sky'
  | 'sun'
  | 'far'
  | 'near'
  | 'water'
  | 'glint'
  | 'ground'
  | 'path'
  | 'wood'
  | 'pine'
  | 'bark'
  | 'leaves'
  | 'wall'
  | 'roof'
  | 'frame'
  | 'lit'
  | 'lake'
  | 'clay'
  | 'skin'
  | 'deep-skin'
  | 'hair'
  | 'dark'
  | 'shade'

type PathProps = { of: Paint; d: string }

export function Fill({ of, d }: PathProps) {
  return <path className={`picture-${of}`} d={d} />
}

export function Line({ of, d, width }: PathProps & { width: number }) {
  return <path className={`picture-line picture-${of}`} strokeWidth={width} d={d} />
}

export function Dot({ of, x, y, r }: { of: Paint; x: number; y: number; r: number }) {
  return <circle className={`picture-${of}`} cx={x} cy={y} r={r} />
}
