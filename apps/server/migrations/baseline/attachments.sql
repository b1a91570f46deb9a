-- Images of reports and comments. The bytes are in the object store under object_key (decision 6).

-- No foreign key to the bug: an attachment of a dropped report has no bug.
create table attachments (
  id bigint generated always as identity primary key,
  team_id bigint not null,
  project_id bigint not null,
  bug_id bigint not null,
  filename text not null,
  content_type text not null,
  content_length integer not null,
  object_key text not null,
  -- True if the report was dropped. The upload is then accepted as usual and the image is discarded.
  is_dropped boolean not null,
  expires_at timestamptz(3) not null,
  -- When to poll the S3 store again for the uploaded image.
  next_look_at timestamptz(3) not null default now(),
  uploaded_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- When its PUT was rejected. After that, anyone with the project's key may replace the pending upload.
  refused_at timestamptz,
  -- True for comment images; false for the single image of a report.
  for_comment boolean not null default false,
  -- The comment that references the image, or null. Protected by the bug's row lock, like comments.
  comment_id bigint,
  constraint attachments_comment_id_check check (comment_id is null or for_comment)
);
create unique index attachments_report on attachments (bug_id) where not for_comment;
create index attachments_bug on attachments (bug_id);
create index attachments_unnamed on attachments (created_at) where for_comment and comment_id is null;
create index attachments_project on attachments (project_id);
create index attachments_pending on attachments (next_look_at) where uploaded_at is null;
create index attachments_dropped on attachments (bug_id) where is_dropped;

-- Object keys of deleted attachments. A job removes the objects after the transaction, with retries.
create table discarded_objects (
  object_key text primary key,
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default now()
);
create index discarded_objects_next_attempt_at on discarded_objects (next_attempt_at);
