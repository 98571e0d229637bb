import { Dot, Fill, Line } from './paint.tsx'
import { Picture } from './picture.tsx'

/** A row of homes by the lake, and two people on their way there together. */
export function LakeStreet({ label }: { label: string }) {
  return (
    <Picture label={label}>
      <Fill of="sky" d="M0 0h400v200H0z" />
      <Dot of="sun" x={330} y={56} r={30} />
      <Fill of="far" d="M0 150c70-40 140-30 210-12s120-28 190-10v80H0z" />
      <Fill of="water" d="M0 164h400v60H0z" />
      <Line of="glint" width={4} d="M16 180h36M346 182h40M12 196h22M366 198h24" />
      <Fill of="ground" d="M0 206c120-16 280-14 400 0v94H0z" />
      <Homes />
      <Fill of="path" d="M0 252c130-16 280-14 400 0v34c-130-14-270-14-400 0z" />
      <Walkers />
    </Picture>
  )
}

function Homes() {
  return (
    <>
      <Line of="bark" width={7} d="M30 208v16M378 208v16" />
      <Fill
        of="pine"
        d="M30 112l20 36h-9l18 32h-11l19 34H-7l19-34H1l18-32h-9zM378 112l20 36h-9l18 32h-11l19 34h-74l19-34h-11l18-32h-9z"
      />
      <Fill of="far" d="M68 146l42-38 42 38v88H68z" />
      <Fill of="wall" d="M156 122h88v112h-88z" />
      <Fill of="leaves" d="M252 148l42-38 42 38v86h-84z" />
      <Fill of="lake" d="M110 94l56 50-8 9-48-42-48 42-8-9zM146 110h108v14H146z" />
      <Fill of="roof" d="M294 96l56 50-8 9-48-42-48 42-8-9z" />
      <Fill
        of="lit"
        d="M82 162h22v26H82zM116 162h22v26h-22zM170 138h22v26h-22zM208 138h22v26h-22zM170 178h22v26h-22zM268 164h22v26h-22zM300 164h22v26h-22z"
      />
      <Fill of="roof" d="M101 200h20v34h-20z" />
      <Fill of="lake" d="M208 188h24v46h-24zM284 202h20v32h-20z" />
    </>
  )
}

function Walkers() {
  return (
    <>
      <Line of="dark" width={9} d="M164 254l-7 28M173 254l8 28M218 254l-7 28M227 254l8 28" />
      <Fill of="clay" d="M168 204c12 0 18 8 18 18v38h-36v-38c0-10 6-18 18-18z" />
      <Fill of="water" d="M222 204c12 0 18 8 18 18v38h-36v-38c0-10 6-18 18-18z" />
      <Line of="frame" width={9} d="M180 220l12 22" />
      <Line of="lake" width={9} d="M212 220l-8 24" />
      <Dot of="skin" x={169} y={188} r={13} />
      <Fill of="hair" d="M155 190c-4-26 30-28 28-6-10-4-20-2-28 6z" />
      <Dot of="deep-skin" x={221} y={188} r={13} />
      <Fill of="hair" d="M235 190c4-26-30-28-28-6 10-4 20-2 28 6z" />
      <Fill of="leaves" d="M192 244h24v18h-24z" />
    </>
  )
}
