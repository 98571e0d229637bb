import { Progress, Spinner } from '../progress.tsx'
import { Skeleton } from '../skeleton.tsx'
import { Specimen, State } from './specimen.tsx'

export function Waiting() {
  return (
    <>
      <Specimen title="Progress" file="progress.tsx" use="Work on its way; a bar when its end is known.">
        <div className="kit-fields">
          <Progress label="Importing clients" value={62} />
          <Progress label="Preparing the report" />
          <Spinner label="Loading notes …" />
        </div>
      </Specimen>
      <Specimen title="Skeleton" file="skeleton.tsx" use="Content on its way whose shape is known.">
        <div className="kit-thirds">
          <State name="text">
            <Skeleton lines={4} label="Loading text …" />
          </State>
          <State name="rows">
            <Skeleton shape="rows" lines={3} label="Loading rows …" />
          </State>
          <State name="box">
            <Skeleton shape="box" lines={1} label="Loading a picture …" />
          </State>
        </div>
      </Specimen>
    </>
  )
}
