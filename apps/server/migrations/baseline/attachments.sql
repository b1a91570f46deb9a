-- Images of reports and of comments. The images themselves are in the object store, under their object keys (decision 6).

-- There is no foreign key to the bug: an attachment of a dropped report has none.
create table attachments (
  id bigint generated always as identity primary key,
  team_id bigint not null,
  project_id bigint not null,
  bug_id bigint not null,
  filename text not null,
  content_type text not null,
  content_length integer not null,
  object_key text not null,
  -- Whether its report was dropped: then the image is accepted like any other, and thrown away.
  is_dropped boolean not null,
  expires_at timestamptz(3) not null,
  -- When an S3 store is asked again whether the image has been uploaded.
  next_look_at timestamptz(3) not null default now(),
  uploaded_at timestamptz(3),
  created_at timestamptz(3) not null default now(),
  -- When its own PUT was refused: from then on anybody with the project's key may replace a pending upload.
  refused_at timestamptz,
  -- Whether it was announced for a comment. All others are the one image of a report.
  for_comment boolean not null default false,
  -- The comment that names it; null until one does. Guarded by the lock of the bug, as comments are.
  comment_id bigint,
  constraint attachments_comment_id_check check (comment_id is null or for_comment)
);
create unique index attachments_report on attachments (bug_id) where not for_comment;
create index attachments_bug on attachments (bug_id);
create index attachments_unnamed on attachments (created_at) where for_comment and comment_id is null;
create index attachments_project on attachments (project_id);
create index attachments_pending on attachments (next_look_at) where uploaded_at is null;
create index attachments_dropped on attachments (bug_id) where is_dropped;

-- Images whose rows are gone. They are removed from the store after the transaction, with as many attempts as it takes.
create table discarded_objects (
  object_key text primary key,
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default now()
);
create index discarded_objects_next_attempt_at on discarded_objects (next_attempt_at);
