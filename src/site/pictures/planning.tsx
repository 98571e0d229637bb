import { Dot, Fill, Line } from './paint.tsx'
import { Picture } from './picture.tsx'

/** Two people at a table, with a plan between them. */
export function Planning() {
  return (
    <Picture>
      <Fill of="sky" d="M0 0h400v300H0z" />
      <Fill of="far" d="M150 34h100v92H150z" />
      <Fill of="near" d="M150 94c30-20 64-4 100-16v48H150z" />
      <Fill of="pine" d="M222 52l13 22h-6l12 22h-7l11 22h-46l11-22h-7l12-22h-6z" />
      <Line of="wall" width={9} d="M150 34h100v92H150zM200 34v92" />
      <Fill of="clay" d="M56 280v-66c0-32 20-48 46-48s46 16 46 48v66z" />
      <Dot of="deep-skin" x={104} y={134} r={26} />
      <Fill of="hair" d="M76 138c-8-46 62-50 58-8-16-6-42-6-58 8z" />
      <Fill of="lake" d="M252 280v-66c0-32 20-48 46-48s46 16 46 48v66z" />
      <Fill of="hair" d="M268 176c-14-80 72-82 60 0-4 8-56 8-60 0z" />
      <Dot of="skin" x={296} y={136} r={25} />
      <Fill of="hair" d="M270 134c-2-36 52-38 54-2-12-14-24-18-30-18-4 10-14 16-24 20z" />
      <Fill of="wood" d="M62 222h276l46 62H16z" />
      <Fill of="frame" d="M16 284h368v16H16z" />
      <Fill of="wall" d="M164 230h78l14 42H144z" />
      <Line of="water" width={4} d="M184 241h48M182 251h54M179 262h60" />
      <Line of="roof" width={4} d="M167 241l3 3 5-6M164 251l3 3 5-6" />
      <Line of="frame" width={18} d="M76 208c4 34 24 40 66 36" />
      <Dot of="deep-skin" x={148} y={243} r={10} />
      <Line of="water" width={18} d="M324 208c-4 34-26 38-60 40" />
      <Dot of="skin" x={258} y={248} r={10} />
      <Line of="dark" width={4} d="M254 238l-14 18" />
      <Fill of="roof" d="M294 256h24l-3 22h-18z" />
    </Picture>
  )
}
