-- Login names at GitHub and LinuxDO, only to be shown: accounts are found by the ids, because a name can change its owner.
ALTER TABLE users ADD COLUMN github_name TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN linux_do_name TEXT NOT NULL DEFAULT '';
