# The types of the API. Generated from /openapi.json by generate/types.mjs; do not edit.

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict

if TYPE_CHECKING:
    from typing_extensions import NotRequired  # typing has it from Python 3.11


class Counts(TypedDict):
    failed: int
    queued: int
    running: int
    succeeded: int


class BatchJobLinks(TypedDict):
    events: str
    """Its events"""

    result: str
    """Its response alone"""

    self: str
    """The job"""


BatchJobStatus = Literal["queued", "running", "succeeded", "failed"]


class BatchJob(TypedDict):
    """A job, in the list of its batch"""

    created: str
    ended: NotRequired[str]
    filename: str
    """The name of the uploaded file"""

    http_status: NotRequired[int]
    """When it has ended: the status that the request would have had"""

    id: str
    """The ID of the job"""

    links: BatchJobLinks
    status: BatchJobStatus


class Batch(TypedDict):
    batch: str
    """The name of the batch"""

    counts: Counts
    jobs: list[BatchJob]
    next: NotRequired[str]
    """Where the next page begins; absent on the last one"""

    total: int


Code = Literal["FILE_VALIDATION_ERROR", "NOT_FOUND", "PAYLOAD_TOO_LARGE", "REQUEST_VALIDATION_ERROR", "RATE_LIMIT_EXCEEDED", "EXTRACTION_FAILED", "EXTRACTION_TIMEOUT", "INTERNAL_ERROR", "HTTP_ERROR"]


Bucket = Literal["biomai", "biomai_byok", "biomjson", "retrieve", "capacity", "capacity_public", "outcomes"]


class Fault(TypedDict):
    message: str
    """What is wrong and what would be right"""

    path: str
    """Where: `data.right_eye.AL`, `responses[3].json_data.metadata`, the name of a field or
    header; empty for the whole
    """
    rule: NotRequired[str]
    """What was broken, for programs that say it in their user's language; missing if it has no
    name. `bad_date`: no date of the calendar in the form YYYY-MM-DD; `bad_text`: the text
    has characters that are not allowed; `bad_version`: no version of three numbers;
    `bare_axis`: an axis without its powers; `flat_above_steep`: the steep power is less than
    the flat one; `incomplete_pair`: its counterpart is given, so it must be given too;
    `letter_case`: the name is written in another letter case; `misplaced`: the member does
    not belong where it stands; `missing`: a required member is missing; `not_allowed`: the
    value is none of the allowed ones; `not_perpendicular`: the axes do not lie 90 degrees
    apart; `not_whole`: the number must be whole; `out_of_range`: the number is outside of
    the field's range; `repeated`: the member is there twice; `too_long`: the text is too
    long; `unsupported_version`: a major version that is not supported; `wrong_kind`: the
    value is of another kind of JSON than its field; `wrong_total_device`: another device
    than that of total keratometry
    """


class ErrorDetails(TypedDict):
    """What a program may want to know beside the code"""

    bucket: NotRequired[Bucket]
    """For `RATE_LIMIT_EXCEEDED`: what is used up"""

    errors: NotRequired[list[Fault]]
    """For `REQUEST_VALIDATION_ERROR`: every fault that was found. A member that is there twice
    ends the reading, so it comes alone
    """
    reason: NotRequired[str]
    """Why a document was not read. For `FILE_VALIDATION_ERROR`: `password_protected`,
    `damaged`, `image_too_large`, `too_many_pages`, `too_complex`. For `EXTRACTION_FAILED`:
    `no_biometry_found`, `invalid_output`, `model_refused`, `provider_key_rejected`,
    `provider_rate_limited`, `provider_unavailable`, `reader_not_installed`, `gave_up`,
    `internal_error`
    """


class Error(TypedDict):
    code: Code
    """Stable code"""

    details: ErrorDetails | None
    message: str
    """What was wrong and what to do, for people"""

    request_id: str
    """Correlation ID, to be reported"""

    timestamp: str


class ErrorBody(TypedDict):
    error: Error
    success: bool


class ExportFailed(TypedDict):
    filename: str
    """Name of the file"""

    message: NotRequired[str]
    """Why it was not read"""


Format = Literal["csv", "xlsx", "json"]


class ShareInfo(TypedDict):
    """How the response is found again"""

    db_id: str | None
    """ID of the database that holds the share"""

    expires_at: str | None
    """When the share expires"""

    pin: str | None
    """The full share code"""


DeviceName = Literal["Aladdin", "Anterion", "Argos", "MS39", "IOLMaster700", "LenstarLS900", "EyestarES900", "OA-2000", "PentacamAXL", "Other"]


Manufacturer = Literal["Alcon", "CSO", "HaagStreit", "Heidelberg", "Oculus", "Tomey", "Topcon", "Zeiss", "Other"]


class BiometerInfo(TypedDict):
    """The device that measured"""

    device_name: DeviceName
    """Model of the optical biometer that measured"""

    manufacturer: Manufacturer
    """Maker of the optical biometer"""


LensStatus = Literal["Phakic", "Phakic IOL", "Pseudophakic", "Aphakic"]


PostRefractive = Literal["None", "Myopic LVC", "Hyperopic LVC", "Radial Keratotomy"]


class BiometricData(TypedDict):
    """One eye. A missing value is null and means neither zero nor normal. Axes and CCT are
    whole numbers; fractions are refused and not rounded. The two magnitudes come together,
    and so do the two axes, which need the magnitudes. 1 is the flat meridian and 2 the steep
    one: the first magnitude is not greater than the second, and the axes lie 90 degrees
    apart, within 5, unless the magnitudes are equal.
    """
    ACD: float | None
    """Anterior chamber depth, between 1 and 6 mm"""

    AL: float | None
    """Axial length, between 14 and 40 mm"""

    CCT: int | None
    """Central corneal thickness, a whole number between 200 and 900 micrometers"""

    K1_axis: int | None
    """Axis of the flat corneal meridian, a whole number between 0 and 180 degrees"""

    K1_magnitude: float | None
    """Corneal power in the flat meridian, between 20 and 99 diopters"""

    K2_axis: int | None
    """Axis of the steep corneal meridian, a whole number between 0 and 180 degrees"""

    K2_magnitude: float | None
    """Corneal power in the steep meridian, between 20 and 99 diopters"""

    keratometric_index: float | None
    """Keratometric index from which the device computed K, between 1.33 and 1.338"""

    lens_status: LensStatus | None
    """State of the lens"""

    LT: float | None
    """Lens thickness, between 0.1 and 7 mm"""

    post_refractive: PostRefractive | None
    """Earlier refractive surgery of the cornea (LVC is laser vision correction)"""

    WTW: float | None
    """White-to-white corneal diameter, between 7 and 17 mm"""


Gender = Literal["Male", "Female"]


class PatientData(TypedDict):
    """What the report says of the person"""

    date_of_birth: str | None
    """Date of birth, not the date of the exam, as YYYY-MM-DD"""

    gender: Gender | None
    """Gender of the patient"""

    id: str | None
    """Patient ID or record number"""

    name: str | None
    """Name of the patient; stored as initials"""


class BiometryReport(TypedDict):
    """One examination of both eyes"""

    biometer: BiometerInfo
    exam_date: str | None
    """Date of the exam, not the date of birth, as YYYY-MM-DD"""

    left_eye: BiometricData
    patient: PatientData
    right_eye: BiometricData


class Page(TypedDict):
    height: float
    """In the same unit"""

    number: int
    """From 1"""

    width: float
    """In points of a PDF, in pixels of a picture that stands upright"""


class Readings(TypedDict):
    """How many readings saw the value as it is returned, or the text of a withheld value; those
    of none are missing
    """
    model: NotRequired[int]
    """Answers of a language model"""

    ocr: NotRequired[int]
    """Looks at the page by OCR"""

    text_layer: NotRequired[int]
    """1 if the document's own text has it"""


class EvidenceSource(TypedDict):
    """Where a value is printed"""

    box: list[float]
    """Left, top, right and bottom edge of the word, in shares of the page's width and height"""

    page: int
    """Number of the page"""

    readings: Readings
    """How many readings saw the value as it is returned, or the text of a withheld value; those
    of none are missing
    """
    text: str
    """The value as it is printed, or as OCR saw it; empty for the patient's name"""


class Evidence(TypedDict):
    """Only if evidence=true was asked for: where the values stand in the document. Boxes are
    found in its text layer or by OCR, not by a model
    """
    pages: list[Page]
    """The pages on which values stand"""

    values: dict[str, EvidenceSource]
    """By path, such as right_eye.AL or patient.id. A value whose place is not known is missing.
    right_eye.K_mean and left_eye.K_mean are where the document prints the mean of both
    corneal powers, to be compared with that of K1 and K2: a report has no such value
    """
    withheld: NotRequired[dict[str, EvidenceSource]]
    """By the paths in metadata.extraction.withheld: where the withheld values stand. The texts
    are what the page shows there, to lead a reviewer to the place; do not take them for
    values. Missing if no place is known
    """


class PosteriorKeratometryData(TypedDict):
    """One eye. A missing value is null. The two magnitudes come together, and so do the two
    axes, which need the magnitudes. 1 is the flat meridian and 2 the steep one: the first
    magnitude is not greater than the second, and the axes lie 90 degrees apart, within 5,
    unless the magnitudes are equal. This holds for PK and for TK.
    """
    PK1_axis: int | None
    """Axis of the flat posterior meridian, a whole number between 0 and 180 degrees"""

    PK1_magnitude: float | None
    """Posterior corneal power in the flat meridian, as a positive magnitude, between 2 and 10
    diopters
    """
    PK2_axis: int | None
    """Axis of the steep posterior meridian, a whole number between 0 and 180 degrees"""

    PK2_magnitude: float | None
    """Posterior corneal power in the steep meridian, as a positive magnitude, between 2 and 10
    diopters
    """
    TK1_axis: int | None
    """Axis of the flat meridian of total keratometry, a whole number between 0 and 180 degrees"""

    TK1_magnitude: float | None
    """Total keratometry in the flat meridian, between 20 and 99 diopters"""

    TK2_axis: int | None
    """Axis of the steep meridian of total keratometry, a whole number between 0 and 180 degrees"""

    TK2_magnitude: float | None
    """Total keratometry in the steep meridian, between 20 and 99 diopters"""


PkDeviceName = Literal["Anterion", "EyestarES900", "Galilei", "IOLMaster700", "MS39", "Pentacam", "Other"]


class PosteriorKeratometry(TypedDict):
    """Posterior (PK) and total (TK) keratometry"""

    left_eye: PosteriorKeratometryData
    pk_device_name: PkDeviceName | None
    """Device shared by the PK and TK measurements; IOLMaster700 whenever a TK value is given"""

    right_eye: PosteriorKeratometryData


class ExtraReport(TypedDict):
    """What the report holds beside the biometry. After AI extraction it is null unless the
    device is one of Anterion, EyestarES900, IOLMaster700, MS39, PentacamAXL
    """
    notes: str | None
    """Remarks and warnings that the report itself prints about the measurements"""

    posterior_keratometry: PosteriorKeratometry | None


ExtractionMethod = Literal["AI", "DIRECT"]


class SignOff(TypedDict):
    """Only if a person has compared the values with the document, as declared by the client. It
    proves nothing
    """
    at: str
    """When it was signed off"""

    by: NotRequired[str]
    """Who it was, if the client says so"""

    confirmed: list[str]
    """Paths without data. and extra_data., such as right_eye.AL, of values that were compared
    and are right
    """
    corrected: list[str]
    """Paths without data. and extra_data., such as right_eye.AL, of values that were changed,
    filled in or removed
    """


class PurpleWithheld(TypedDict):
    """A withheld value"""

    field: str
    """Its path without data. and extra_data., such as right_eye.AL"""

    reason: NotRequired[str]
    """Why it is doubtful, or the value that it belongs to is. Later versions may have more
    reasons. `breaks_rule`: it is outside the range of its field, in another unit, or
    contradicts other values. `eye_unclear`: the document does not tell for certain which eye
    it belongs to. `incomplete`: it only counts together with another value, which is not
    known. `not_confirmed`: one of several readings alone saw it. `not_in_document`: the
    document does not have this value at its place. `not_legible`: its letters or digits
    cannot be read for certain. `not_understood`: what is printed has no certain meaning,
    such as a date whose day and month may be exchanged. `patient_unclear`: the document
    seems to be about more than one patient. `readings_differ`: readings of the document saw
    different values. `several_values`: another value on the page may be the one that is
    meant.
    """


class Extraction(TypedDict):
    """The values were read from a document

    The values were entered directly, by a person or a program
    """
    byok: NotRequired[bool]
    """Whether the caller's own provider key was used"""

    ignored: NotRequired[list[str]]
    """Only if there are some: the paths of members of the uploaded document that look like
    measurements and stand where none is read, such as data.AL. At most 12, with ? for
    special characters
    """
    input_schema_version: str | None
    """Version that a re-uploaded document claimed; null for a fresh extraction

    Version that the document claimed; the current one if it claimed none
    """
    llm: NotRequired[str]
    """Name of the model"""

    method: ExtractionMethod
    timestamp: str
    """When the report was extracted

    The timestamp supplied, or when the document was received
    """
    withheld: NotRequired[list[PurpleWithheld]]
    """Only if there are some: the values that the document has and data and extra_data have
    not, because they are doubtful
    """
    sign_off: NotRequired[SignOff]
    source_app: NotRequired[str | None]
    """Application that made the document, as declared by the client"""

    source_version: NotRequired[str | None]
    """Version of that application, as declared by the client"""


class ResponseMetadata(TypedDict):
    """Versions and provenance of this response"""

    app_version: str
    """Version of the application"""

    extraction: Extraction
    request_id: str
    """Correlation ID of this response"""

    schema_version: str
    """Version of the report schema"""


class StandardAPIResponse(TypedDict):
    """A validated report and where it comes from. It may be uploaded again as a .json file"""

    biompin: ShareInfo | None
    data: BiometryReport
    evidence: NotRequired[Evidence]
    extra_data: ExtraReport | None
    metadata: ResponseMetadata


class ExportItem(TypedDict):
    filename: str
    """Name of the file that the report was read from, for the tables"""

    json_data: StandardAPIResponse


class ExportRequest(TypedDict):
    csv_bom: NotRequired[bool]
    """Whether the tables in CSV begin with a byte order mark. Excel needs it to read them as
    UTF-8; many programs take it for a part of the first name
    """
    failed: NotRequired[list[ExportFailed]]
    """Files that were not read: the archive lists them in a table of their own, and the
    workbook in the sheet `Review`
    """
    formats: NotRequired[list[Format]]
    """What the archive shall hold"""

    responses: list[ExportItem]
    """The reports, in the order of the rows"""


ExtractionAIMethod = Literal["AI"]


class ExtractionAIWithheld(TypedDict):
    """A withheld value"""

    field: str
    """Its path without data. and extra_data., such as right_eye.AL"""

    reason: NotRequired[str]
    """Why it is doubtful, or the value that it belongs to is. Later versions may have more
    reasons. `breaks_rule`: it is outside the range of its field, in another unit, or
    contradicts other values. `eye_unclear`: the document does not tell for certain which eye
    it belongs to. `incomplete`: it only counts together with another value, which is not
    known. `not_confirmed`: one of several readings alone saw it. `not_in_document`: the
    document does not have this value at its place. `not_legible`: its letters or digits
    cannot be read for certain. `not_understood`: what is printed has no certain meaning,
    such as a date whose day and month may be exchanged. `patient_unclear`: the document
    seems to be about more than one patient. `readings_differ`: readings of the document saw
    different values. `several_values`: another value on the page may be the one that is
    meant.
    """


class ExtractionAI(TypedDict):
    """The values were read from a document"""

    byok: bool
    """Whether the caller's own provider key was used"""

    ignored: NotRequired[list[str]]
    """Only if there are some: the paths of members of the uploaded document that look like
    measurements and stand where none is read, such as data.AL. At most 12, with ? for
    special characters
    """
    input_schema_version: str | None
    """Version that a re-uploaded document claimed; null for a fresh extraction"""

    llm: str
    """Name of the model"""

    method: ExtractionAIMethod
    timestamp: str
    """When the report was extracted"""

    withheld: NotRequired[list[ExtractionAIWithheld]]
    """Only if there are some: the values that the document has and data and extra_data have
    not, because they are doubtful
    """


ExtractionDirectMethod = Literal["DIRECT"]


class ExtractionDirectWithheld(TypedDict):
    """A withheld value"""

    field: str
    """Its path without data. and extra_data., such as right_eye.AL"""

    reason: NotRequired[str]
    """Why it is doubtful, or the value that it belongs to is. Later versions may have more
    reasons. `breaks_rule`: it is outside the range of its field, in another unit, or
    contradicts other values. `eye_unclear`: the document does not tell for certain which eye
    it belongs to. `incomplete`: it only counts together with another value, which is not
    known. `not_confirmed`: one of several readings alone saw it. `not_in_document`: the
    document does not have this value at its place. `not_legible`: its letters or digits
    cannot be read for certain. `not_understood`: what is printed has no certain meaning,
    such as a date whose day and month may be exchanged. `patient_unclear`: the document
    seems to be about more than one patient. `readings_differ`: readings of the document saw
    different values. `several_values`: another value on the page may be the one that is
    meant.
    """


class ExtractionDirect(TypedDict):
    """The values were entered directly, by a person or a program"""

    ignored: NotRequired[list[str]]
    """Only if there are some: the paths of members of the uploaded document that look like
    measurements and stand where none is read, such as data.AL. At most 12, with ? for
    special characters
    """
    input_schema_version: str
    """Version that the document claimed; the current one if it claimed none"""

    method: ExtractionDirectMethod
    sign_off: NotRequired[SignOff]
    source_app: str | None
    """Application that made the document, as declared by the client"""

    source_version: str | None
    """Version of that application, as declared by the client"""

    timestamp: str
    """The timestamp supplied, or when the document was received"""

    withheld: NotRequired[list[ExtractionDirectWithheld]]
    """Only if there are some: the values that the document has and data and extra_data have
    not, because they are doubtful
    """


Rating = Literal["accurate", "inaccurate"]


class Feedback(TypedDict):
    rating: Rating
    request_id: str
    """metadata.request_id of the extraction's own response, not of a retrieval"""


class FeedbackTaken(TypedDict):
    success: bool


HealthStatus = Literal["operational", "degraded", "error"]


class Health(TypedDict):
    app_version: str
    """Version of the application"""

    db_connected: bool
    """The share database answers"""

    db_id: str | None
    """ID of the share database; null while it is not known"""

    db_records: int | None
    """Shares that have not expired; null while the database does not answer"""

    environment: str
    """Name of the deployment"""

    provider_api_connected: bool
    """The server's provider key is accepted"""

    provider_llm: str
    """Name of the configured model"""

    schema_version: str
    """Version of the report schema"""

    status: HealthStatus
    """degraded: one of provider and database does not answer, or no report can be queued, for
    example because the disk is full; error: neither provider nor database answers
    """


class JobLinks(TypedDict):
    events: str
    """Its events"""

    result: str
    """Its response alone"""

    self: str
    """The job"""


class ErrorEvent(TypedDict):
    """Data of the event `error`: the standard body with what the status line and the headers
    would have said
    """
    error: Error
    retry_after: NotRequired[int]
    """What Retry-After would have been, in seconds"""

    status: int
    """What the status would have been"""

    success: bool


Stage = Literal["accepted", "queued", "preparing", "extracting", "validating", "sharing"]


class Job(TypedDict):
    """A request whose client does not wait for it. `response` is there if it succeeded,
    `problem` if it failed
    """
    batch: NotRequired[str]
    """The name of the batch that the caller gave"""

    created: str
    ended: NotRequired[str]
    expires: str
    """When the job is forgotten; counted anew from its end"""

    filename: str
    """The name of the uploaded file"""

    id: str
    """The ID of the job"""

    links: JobLinks
    problem: NotRequired[ErrorEvent]
    progress: float
    """How much of the work is done"""

    queue_position: NotRequired[int]
    """While it is queued, and if it is known: its place among the caller's jobs that wait; 1 is
    the next one
    """
    response: NotRequired[StandardAPIResponse]
    stage: Stage
    """The latest stage of progress"""

    status: BatchJobStatus
    withheld: NotRequired[list[str]]
    """Fields whose values were doubtful and are null for that"""


ServiceTier = Literal["standard", "slow"]


class ProcessForm(TypedDict):
    batch: NotRequired[str]
    """The name of a batch, chosen by the caller. The request is kept as a job, and goes on when
    its client leaves
    """
    biompin: NotRequired[bool]
    """Create a share: the response carries its code, or null if none could be made (true/false,
    t/f, 1/0, yes/no, y/n, on/off)
    """
    callback: NotRequired[str]
    """The name of an endpoint that is called when the job has ended; the operator has allowed
    it for the user of the service key
    """
    evidence: NotRequired[bool]
    """PDF and images only: say where each value stands in the document, in the member
    `evidence` of the response (true/false, t/f, 1/0, yes/no, y/n, on/off)
    """
    file: str
    """PDF, JPG, PNG, GIF, BMP or JSON, by the extension of its name, and at most 15 MiB if the
    deployment does not say otherwise. A .json file holds an `UploadDocument` or a saved
    `StandardAPIResponse`, in UTF-8
    """
    service_tier: NotRequired[ServiceTier]
    """PDF and images only: slow costs half and may take much longer"""

    stream: NotRequired[bool]
    """Answer with progress events and the result as server-sent events (true/false, t/f, 1/0,
    yes/no, y/n, on/off)
    """


class ProgressEvent(TypedDict):
    """Data of the event `progress`"""

    attempt: NotRequired[int]
    """Which attempt at extracting"""

    fields: NotRequired[list[str]]
    """Fields in doubt, or left out for that"""

    message: str
    """For people"""

    progress: float
    """How much of the work is done"""

    request_id: str
    stage: Stage
    timestamp: str


StatusStatus = Literal["operational"]


class Status(TypedDict):
    app_version: str
    """Version of the application"""

    db_id: str | None
    """ID of the share database; null while it is not known"""

    environment: str
    """Name of the deployment"""

    provider_llm: str
    """Name of the configured model"""

    schema_version: str
    """Version of the report schema"""

    status: StatusStatus


class UploadBiometricData(TypedDict):
    """One eye. A missing value is null and means neither zero nor normal. Axes and CCT are
    whole numbers; fractions are refused and not rounded. The two magnitudes come together,
    and so do the two axes, which need the magnitudes. 1 is the flat meridian and 2 the steep
    one: the first magnitude is not greater than the second, and the axes lie 90 degrees
    apart, within 5, unless the magnitudes are equal.
    """
    ACD: NotRequired[float | None]
    """Anterior chamber depth, between 1 and 6 mm"""

    AL: NotRequired[float | None]
    """Axial length, between 14 and 40 mm"""

    CCT: NotRequired[int | None]
    """Central corneal thickness, a whole number between 200 and 900 micrometers"""

    K1_axis: NotRequired[int | None]
    """Axis of the flat corneal meridian, a whole number between 0 and 180 degrees"""

    K1_magnitude: NotRequired[float | None]
    """Corneal power in the flat meridian, between 20 and 99 diopters"""

    K2_axis: NotRequired[int | None]
    """Axis of the steep corneal meridian, a whole number between 0 and 180 degrees"""

    K2_magnitude: NotRequired[float | None]
    """Corneal power in the steep meridian, between 20 and 99 diopters"""

    keratometric_index: NotRequired[float | None]
    """Keratometric index from which the device computed K, between 1.33 and 1.338"""

    lens_status: NotRequired[LensStatus | None]
    """State of the lens"""

    LT: NotRequired[float | None]
    """Lens thickness, between 0.1 and 7 mm"""

    post_refractive: NotRequired[PostRefractive | None]
    """Earlier refractive surgery of the cornea (LVC is laser vision correction)"""

    WTW: NotRequired[float | None]
    """White-to-white corneal diameter, between 7 and 17 mm"""


class UploadPatientData(TypedDict):
    """What the document says of the person"""

    date_of_birth: NotRequired[str | None]
    """Date of birth, not the date of the exam, as YYYY-MM-DD"""

    gender: NotRequired[Gender | None]
    """Gender of the patient"""

    id: NotRequired[str | None]
    """Patient ID or record number"""

    name: NotRequired[str | None]
    """Name of the patient; stored as initials"""


class UploadReport(TypedDict):
    """One examination. The parts may be {}, but not null"""

    biometer: BiometerInfo
    exam_date: NotRequired[str | None]
    """Date of the exam, not the date of birth, as YYYY-MM-DD"""

    left_eye: UploadBiometricData
    patient: UploadPatientData
    right_eye: UploadBiometricData


class UploadPosteriorKeratometryData(TypedDict):
    """One eye. A missing value is null. The two magnitudes come together, and so do the two
    axes, which need the magnitudes. 1 is the flat meridian and 2 the steep one: the first
    magnitude is not greater than the second, and the axes lie 90 degrees apart, within 5,
    unless the magnitudes are equal. This holds for PK and for TK.
    """
    PK1_axis: NotRequired[int | None]
    """Axis of the flat posterior meridian, a whole number between 0 and 180 degrees"""

    PK1_magnitude: NotRequired[float | None]
    """Posterior corneal power in the flat meridian, as a positive magnitude, between 2 and 10
    diopters; a minus sign is dropped
    """
    PK2_axis: NotRequired[int | None]
    """Axis of the steep posterior meridian, a whole number between 0 and 180 degrees"""

    PK2_magnitude: NotRequired[float | None]
    """Posterior corneal power in the steep meridian, as a positive magnitude, between 2 and 10
    diopters; a minus sign is dropped
    """
    TK1_axis: NotRequired[int | None]
    """Axis of the flat meridian of total keratometry, a whole number between 0 and 180 degrees"""

    TK1_magnitude: NotRequired[float | None]
    """Total keratometry in the flat meridian, between 20 and 99 diopters"""

    TK2_axis: NotRequired[int | None]
    """Axis of the steep meridian of total keratometry, a whole number between 0 and 180 degrees"""

    TK2_magnitude: NotRequired[float | None]
    """Total keratometry in the steep meridian, between 20 and 99 diopters"""


class UploadPosteriorKeratometry(TypedDict):
    """Posterior (PK) and total (TK) keratometry. An eye that is left out is all null"""

    left_eye: NotRequired[UploadPosteriorKeratometryData]
    pk_device_name: NotRequired[PkDeviceName | None]
    """Device shared by the PK and TK measurements; IOLMaster700 whenever a TK value is given"""

    right_eye: NotRequired[UploadPosteriorKeratometryData]


class UploadExtraReport(TypedDict):
    """What the document holds beside the biometry"""

    notes: NotRequired[str | None]
    """Remarks and warnings that the report itself prints about the measurements"""

    posterior_keratometry: NotRequired[UploadPosteriorKeratometry | None]


class UploadSignOff(TypedDict):
    """Only if a person has compared the values with the document, as declared by the client. It
    proves nothing
    """
    at: str
    """When it was signed off"""

    by: NotRequired[str]
    """Who it was, if the client says so"""

    confirmed: NotRequired[list[str]]
    """Paths without data. and extra_data., such as right_eye.AL, of values that were compared
    and are right
    """
    corrected: NotRequired[list[str]]
    """Paths without data. and extra_data., such as right_eye.AL, of values that were changed,
    filled in or removed
    """


class UploadExtractionWithheld(TypedDict):
    """A withheld value"""

    field: str
    """Its path without data. and extra_data., such as right_eye.AL"""

    reason: NotRequired[str]
    """Why it is doubtful, or the value that it belongs to is. Later versions may have more
    reasons. `breaks_rule`: it is outside the range of its field, in another unit, or
    contradicts other values. `eye_unclear`: the document does not tell for certain which eye
    it belongs to. `incomplete`: it only counts together with another value, which is not
    known. `not_confirmed`: one of several readings alone saw it. `not_in_document`: the
    document does not have this value at its place. `not_legible`: its letters or digits
    cannot be read for certain. `not_understood`: what is printed has no certain meaning,
    such as a date whose day and month may be exchanged. `patient_unclear`: the document
    seems to be about more than one patient. `readings_differ`: readings of the document saw
    different values. `several_values`: another value on the page may be the one that is
    meant.
    """


class UploadExtraction(TypedDict):
    """Provenance. It is kept, and proves nothing"""

    byok: NotRequired[bool | None]
    """For AI: whether a caller's own provider key was used"""

    llm: NotRequired[str | None]
    """For AI: name of the model"""

    method: NotRequired[str]
    """AI with the model in llm; anything else is direct entry. Of values edited by hand say
    DIRECT
    """
    sign_off: NotRequired[UploadSignOff | None]
    source_app: NotRequired[str | None]
    """For direct entry: the application that made the document"""

    source_version: NotRequired[str | None]
    """For direct entry: its version"""

    timestamp: NotRequired[str]
    """A date and time of ISO 8601; what is none is replaced by the time of the upload"""

    withheld: NotRequired[list[UploadExtractionWithheld]]
    """Only if there are some: the values that the document has and data and extra_data have
    not, because they are doubtful
    """


class UploadMetadata(TypedDict):
    """Where the document comes from. New documents need none"""

    extraction: NotRequired[UploadExtraction]
    schema_version: NotRequired[str]
    """Version of the schema that the document follows; the current one if it is left out"""


class UploadDocument(TypedDict):
    """What a .json file holds. A saved StandardAPIResponse may be uploaded as it is: in it
    extra_data may be null. Names are exact, in letter case too, and none may be there twice.
    Unknown members are ignored.
    """
    biompin: NotRequired[Any]
    """Ignored: a new share needs biompin=true in the form"""

    data: UploadReport
    extra_data: NotRequired[UploadExtraReport]
    metadata: NotRequired[UploadMetadata]


AuthType = Literal["public", "authenticated"]


class EngineUsage(TypedDict):
    limit: float
    """Credits in 24 hours"""

    resets_in_seconds: int
    """Until the oldest charge leaves the window; 0 when there is none"""

    used: float
    """Credits of the last 24 hours"""


class Engines(TypedDict):
    biomai: EngineUsage
    biomai_byok: EngineUsage
    biomjson: EngineUsage
    retrieve: EngineUsage


class ProviderKeyUsage(TypedDict):
    provided: bool
    valid: NotRequired[bool | None]
    """When provided, and only with `validate=true`: whether the provider accepts the key; null
    if it could not be asked
    """


class ServiceKeyUsage(TypedDict):
    provided: bool
    user_id: NotRequired[str]
    """When valid: its user"""

    valid: NotRequired[bool]
    """When provided: whether the key is in force"""


class Keys(TypedDict):
    provider: ProviderKeyUsage
    service: ServiceKeyUsage


class Usage(TypedDict):
    auth_type: AuthType
    engines: Engines
    keys: Keys
    user_id: str | None
    """Null for public callers"""

