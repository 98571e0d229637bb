import { Dot, Fill, Line } from './paint.tsx'
import { Picture } from './picture.tsx'

/** A door that stands open, light behind it, and a hand that holds out the key. */
export function OpenDoor() {
  return (
    <Picture>
      <Fill of="far" d="M0 0h400v300H0z" />
      <Line of="near" width={3} d="M0 44h400M0 88h400M0 132h400M0 176h400M0 220h400" />
      <Fill of="ground" d="M0 258h400v42H0z" />
      <Fill of="lit" d="M128 42h112v222H128z" />
      <Fill of="leaves" d="M128 226h112v38H128z" />
      <Fill of="wall" d="M160 78h46v52h-46z" />
      <Line of="glint" width={5} d="M160 78h46v52h-46zM183 78v52M160 104h46" />
      <Fill of="wood" d="M148 196h52v46h-52z" />
      <Line of="path" width={7} d="M174 200v38" />
      <Line of="wall" width={10} d="M128 262V42h112v220" />
      <Fill of="lake" d="M128 38v230l-70 20V58z" />
      <Fill of="water" d="M114 70v70l-42 6V80zM114 166v70l-42 12v-76z" />
      <Dot of="sun" x={118} y={154} r={6} />
      <Fill of="wood" d="M112 262h144l16 20H96z" />
      <Line of="frame" width={4} d="M292 70h16v10" />
      <Fill of="lit" d="M298 80h20l6 30h-32z" />
      <Fill of="pine" d="M52 240c-26-8-32-34-26-50 14 4 22 14 24 26 2-20 10-34 24-40 8 22 4 50-22 64z" />
      <Fill of="roof" d="M24 236h56l-8 46H32z" />
      <Line of="frame" width={7} d="M282 186h-52M244 186v16M258 186v12" />
      <Line of="frame" width={7} d="M282 186a16 16 0 1 0 32 0 16 16 0 1 0-32 0" />
      <Line of="clay" width={44} d="M410 252l-42-30" />
      <Line of="skin" width={26} d="M352 212l-16-12" />
      <Line of="skin" width={13} d="M340 192l-24-8M338 206l-24-6" />
    </Picture>
  )
}
