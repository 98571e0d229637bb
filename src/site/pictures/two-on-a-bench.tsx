import { Dot, Fill, Line } from './paint.tsx'
import { Picture } from './picture.tsx'

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
