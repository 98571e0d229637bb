import { Dot, Fill, Line, Picture } from './picture.tsx'

/** A house by the lake at dusk, its door held open. */
export function LakeHouse({ label }: { label: string }) {
  return (
    <Picture label={label} width={640} height={520}>
      <Landscape />
      <Trees />
      <House />
      <People />
    </Picture>
  )
}

function Landscape() {
  return (
    <>
      <Fill of="sky" d="M0 0h640v340H0z" />
      <Dot of="sun" x={500} y={128} r={54} />
      <Fill of="far" d="M0 268c90-46 170-44 250-18s170-34 260-18 100 20 130 8v110H0z" />
      <Fill of="near" d="M0 300c70-28 150-20 220-6s250-26 420-6v70H0z" />
      <Fill of="water" d="M0 312h640v90H0z" />
      <Line of="glint" width={4} d="M40 334h90M470 330h80M520 346h80M84 366h60" />
      <Fill of="ground" d="M0 384c110-26 230-22 350-10s200 14 290-6v152H0z" />
      <Fill of="path" d="M336 428c-8 34-92 50-128 92h150c14-36 30-58 28-92z" />
    </>
  )
}

function Trees() {
  return (
    <>
      <Line of="bark" width={10} d="M90 372v44M152 384v30M586 384v30" />
      <Fill
        of="pine"
        d="M90 190l34 62h-16l28 54h-18l32 72H30l32-72H44l28-54H56zM152 270l22 42h-10l20 36h-12l22 44h-84l22-44h-12l20-36h-10zM586 268l22 42h-10l20 36h-12l22 44h-84l22-44h-12l20-36h-10z"
      />
      <Line of="wall" width={9} d="M530 426c-4-70-2-140 4-196M533 300l26-30M531 336l-26-32" />
      <Line of="dark" width={3} d="M526 404h6M530 372h6M530 316h6M530 286h6" />
      <Fill
        of="leaves"
        d="M534 168c24 0 36 18 34 36 22 2 34 20 28 40-5 18-22 26-40 22-10 14-36 16-46 2-20 4-36-8-36-26 0-16 12-26 26-28-4-22 12-46 34-46z"
      />
    </>
  )
}

function House() {
  return (
    <>
      <Fill of="frame" d="M410 208h26v60h-26z" />
      <Fill of="wall" d="M264 286l96-82 96 82v144H264z" />
      <Fill of="shade" d="M264 286h192v14H264z" />
      <Fill of="roof" d="M360 182l126 108-12 14-114-97-114 97-12-14z" />
      <Fill
        of="lit"
        d="M334 430v-66a26 26 0 0 1 52 0v66zM284 330h34v42h-34zM402 330h34v42h-34zM360 244a15 15 0 1 1 0 30 15 15 0 0 1 0-30z"
      />
      <Line of="frame" width={4} d="M301 330v42M284 351h34M419 330v42M402 351h34M360 244v30M345 259h30" />
      <Fill of="lake" d="M334 360l-22 8v70l22-8z" />
      <Fill of="wood" d="M324 428h74v10h-74z" />
    </>
  )
}

function People() {
  return (
    <>
      <Line of="clay" width={8} d="M350 396l-16 8" />
      <Fill of="clay" d="M360 386c9 0 14 6 14 14v28h-28v-28c0-8 5-14 14-14z" />
      <Dot of="deep-skin" x={360} y={375} r={10} />
      <Fill of="hair" d="M349 376c-2-16 24-16 22 0-4-6-16-6-22 0z" />
      <Line of="dark" width={12} d="M268 462l-8 38M280 462l10 36" />
      <Fill of="lake" d="M274 410c12 0 18 8 18 18v38h-36v-38c0-10 6-18 18-18z" />
      <Dot of="skin" x={276} y={394} r={13} />
      <Fill of="hair" d="M262 400c-6-26 28-28 28-10-8-2-14 0-18 6-2 6-6 8-10 4z" />
      <Fill of="leaves" d="M286 424h36v28h-36z" />
      <Line of="path" width={5} d="M304 426v24" />
      <Line of="water" width={9} d="M276 426l6 18 18 2" />
    </>
  )
}

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
