import { Dot, Fill, Line } from './paint.tsx'
import { Picture } from './picture.tsx'

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
