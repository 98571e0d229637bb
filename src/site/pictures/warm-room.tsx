import { Dot, Fill, Line } from './paint.tsx'
import { Picture } from './picture.tsx'

/** A chair, a lamp that is on, and the cold outside. */
export function WarmRoom() {
  return (
    <Picture>
      <Fill of="sky" d="M0 0h400v300H0z" />
      <Fill of="water" d="M44 40h120v124H44z" />
      <Dot of="lit" x={134} y={72} r={13} />
      <Fill of="glint" d="M44 140c36-24 80-20 120-4v28H44z" />
      <Fill of="pine" d="M80 82l17 30h-8l15 30h-48l15-30h-8z" />
      <Line of="wall" width={10} d="M44 40h120v124H44zM104 40v124" />
      <Line of="wood" width={10} d="M34 172h140" />
      <Fill of="path" d="M0 244h400v56H0z" />
      <Fill of="roof" d="M76 262h248c20 0 34 10 34 18H42c0-8 14-18 34-18z" />
      <Line of="sun" width={4} d="M92 272h216" />
      <Line of="dark" width={6} d="M322 124v138M300 264h44" />
      <Fill of="lit" d="M296 60h52l24 66h-100z" />
      <Line of="frame" width={9} d="M146 248v14M262 248v14" />
      <Fill of="lake" d="M148 130c0-26 16-38 56-38s56 12 56 38v90H148z" />
      <Fill of="lake" d="M122 176c0-26 38-26 38 0v24h88v-24c0-26 38-26 38 0v74H122z" />
      <Fill of="water" d="M160 196h88v22h-88z" />
      <Fill of="leaves" d="M178 148l40-10 10 42-40 10z" />
      <Line of="wood" width={9} d="M40 214h64M72 214v50" />
      <Fill of="wall" d="M48 190h26v20H52z" />
      <Line of="wall" width={5} d="M74 195c10-2 10 12-1 10" />
      <Line of="glint" width={4} d="M60 182c-6-6 6-9 0-15" />
      <Fill of="roof" d="M82 200h14v12H82z" />
    </Picture>
  )
}
