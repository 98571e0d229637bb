import { Dot, Fill, Line, Picture } from './picture.tsx'

/* One for each service. */

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

/** An open door with light behind it, and a hand that holds out the key. */
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

/** A calendar with a day marked, and a lease in good hands. */
export function KeptLease() {
  return (
    <Picture>
      <Fill of="sky" d="M0 0h400v300H0z" />
      <Fill of="shade" d="M48 58h138v152H48z" />
      <Fill of="wall" d="M42 50h138v152H42z" />
      <Fill of="roof" d="M42 50h138v36H42z" />
      <Line of="dark" width={6} d="M74 40v20M148 40v20" />
      <Line
        of="far"
        width={14}
        d="M64 108h.1M96 108h.1M128 108h.1M158 108h.1M64 140h.1M96 140h.1M158 140h.1M64 172h.1M96 172h.1M128 172h.1"
      />
      <Dot of="lake" x={128} y={140} r={17} />
      <Line of="wall" width={5} d="M120 140l6 7 11-13" />
      <Fill of="wood" d="M0 248h400v52H0z" />
      <Fill of="shade" d="M0 248h400v10H0z" />
      <Line of="glint" width={4} d="M62 200c-8-8 8-12 0-22M84 202c-8-8 8-12 0-22" />
      <Line of="lake" width={8} d="M98 222c20-4 20 26-2 24" />
      <Fill of="lake" d="M46 212h54l-4 48H50z" />
      <Fill of="shade" d="M230 76l122 16-16 142-122-16z" />
      <Fill of="wall" d="M224 66l122 16-18 142-122-16z" />
      <Fill of="roof" d="M274 84l28 27-5 4-4 30-36-5 4-30-5-5z" />
      <Fill of="lit" d="M272 118l14 2-3 24-14-2z" />
      <Line of="water" width={5} d="M232 152l82 11M230 168l82 11M228 184l44 6" />
      <Line of="clay" width={44} d="M410 268l-40-34" />
      <Line of="deep-skin" width={28} d="M358 224l-14-14" />
      <Line of="deep-skin" width={13} d="M344 204l-34-8M342 216l-30-2" />
    </Picture>
  )
}

/** A truck on its way to a house, and someone with a box. */
export function MovingTruck() {
  return (
    <Picture>
      <Fill of="sky" d="M0 0h400v240H0z" />
      <Dot of="sun" x={318} y={62} r={30} />
      <Fill of="far" d="M0 168c70-44 130-30 200-14s130-36 200-14v100H0z" />
      <Line of="bark" width={7} d="M376 200v20" />
      <Fill of="pine" d="M376 96l20 36h-9l18 34h-11l20 38h-76l20-38h-11l18-34h-9z" />
      <Fill of="ground" d="M0 204c120-14 270-10 400 0v60H0z" />
      <Fill of="path" d="M0 240h400v60H0z" />
      <Line of="wood" width={5} d="M24 284h46M118 284h46M212 284h46M306 284h46" />
      <Fill of="wall" d="M108 84h152v152H108z" />
      <Fill of="shade" d="M108 84h152v16H108z" />
      <Fill of="roof" d="M184 112l44 38-7 8-6-5v38h-62v-38l-6 5-7-8z" />
      <Fill of="lit" d="M175 164h18v27h-18z" />
      <Fill of="lake" d="M260 128h50c10 0 14 6 18 14l16 36c6 2 8 8 8 14v44h-92z" />
      <Fill of="lit" d="M276 144h30c4 0 6 2 8 6l12 28h-50z" />
      <Line of="sun" width={7} d="M345 204v8" />
      <Fill of="dark" d="M100 226h258v16H100z" />
      <Dot of="hair" x={152} y={244} r={26} />
      <Dot of="hair" x={306} y={244} r={26} />
      <Dot of="wood" x={152} y={244} r={11} />
      <Dot of="wood" x={306} y={244} r={11} />
      <Line of="dark" width={14} d="M42 222l-8 46M56 222l10 46" />
      <Fill of="clay" d="M48 146c16 0 24 10 24 24v58H24v-58c0-14 8-24 24-24z" />
      <Dot of="skin" x={50} y={124} r={18} />
      <Fill of="hair" d="M31 126c-6-36 40-38 38-8-16-4-30-2-38 8z" />
      <Fill of="leaves" d="M62 168h54v44H62z" />
      <Line of="path" width={7} d="M89 172v36" />
      <Line of="frame" width={13} d="M44 168c0 24 6 34 30 34" />
    </Picture>
  )
}

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

/** Two people side by side, with time to talk. */
export function TwoOnABench({ label }: { label?: string }) {
  return (
    <Picture label={label}>
      <Fill of="sky" d="M0 0h400v200H0z" />
      <Dot of="sun" x={200} y={128} r={40} />
      <Fill of="far" d="M0 140c60-34 120-26 180-8s140-32 220-6v60H0z" />
      <Fill of="water" d="M0 158h400v70H0z" />
      <Line of="glint" width={4} d="M30 176h70M190 174h40M306 178h70M40 200h36M330 200h50" />
      <Fill of="ground" d="M0 214c120-14 270-12 400 0v86H0z" />
      <Line of="bark" width={8} d="M366 206v22" />
      <Fill of="pine" d="M366 92l22 40h-10l20 36h-12l22 42h-84l22-42h-12l20-36h-10z" />
      <Fill of="clay" d="M100 256v-56c0-30 18-44 42-44s42 14 42 44v56z" />
      <Fill of="lake" d="M212 256v-56c0-30 18-44 42-44s42 14 42 44v56z" />
      <Line of="frame" width={17} d="M164 188c20 20 44 22 66 12" />
      <Dot of="deep-skin" x={232} y={200} r={9} />
      <Line of="deep-skin" width={16} d="M144 148v14" />
      <Line of="skin" width={16} d="M252 148v14" />
      <Dot of="hair" x={144} y={126} r={26} />
      <Fill of="deep-skin" d="M158 138c6 6 12 2 12-8-6-6-14-2-12 8z" />
      <Fill of="bark" d="M226 126c0-36 54-36 54 0 0 14 4 30-4 44-12 8-34 8-46 0-8-14-4-30-4-44z" />
      <Line of="wood" width={15} d="M60 224h280M60 250h280" />
      <Line of="bark" width={9} d="M92 216v66M308 216v66" />
      <Fill
        of="wall"
        d="M62 24h74c12 0 18 8 18 18v22c0 10-6 18-18 18h-6l4 18-24-18H62c-12 0-18-8-18-18V42c0-10 6-18 18-18z"
      />
      <Fill of="clay" d="M99 70c-18-12-20-22-16-28s12-5 16 2c4-7 12-8 16-2s2 16-16 28z" />
    </Picture>
  )
}
