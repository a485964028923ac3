/*
 * What happens to receipts beside the payment itself: uploads, on instances of their own, the sweep that removes what they
 * left behind, the review and an operator.
 */

#ifndef PAYERS
#define PAYERS 1
#endif
#ifndef OTHER
#define OTHER 1 /* What the second payer uploads: another file, or with 0 the same. */
#endif
#ifndef VERDICTS
#define VERDICTS 1
#endif
#ifndef DECISIONS
#define DECISIONS 1
#endif

unsigned verdicts : 2 = VERDICTS;
unsigned decisions : 2 = DECISIONS;

/* Whatever has become of the payment, a file that it has is never refused. */
inline answer_a_refusal(content) {
  find_recorded(content);
  assert(outcome == accepted || outcome == voided && is_found || outcome == declined && !is_found)
}

/* confirmPayment; the payer sends the file again when no answer came. */
proctype payer(bit content) {
  unsigned o : 3 = NONE;
  unsigned file : 2 = NO_FILE;

end_again:
  atomic {
    holder != NONE && operations[holder].attempt_id != NONE ->
    o = holder;
    begin_receipt(o, file, content);
    answer_a_refusal(content);
    if
    :: outcome == accepted -> goto putting
    :: outcome != accepted -> goto end_answered
    fi
  }

putting:
  atomic {
    receipt_content_insert(file);
    if
    :: is_done -> goto recording
    :: !is_done -> goto taking_back
    or_crash(end_again)
    fi
  }

recording:
  atomic {
    record_receipt_file(o, file);
    answer_a_refusal(content);
    if
    :: outcome == accepted -> goto judging
    :: outcome != accepted -> goto taking_back
    :: doubts > 0 -> doubts--; goto taking_back /* Its commit is not heard of. */
    or_crash(end_again)
    fi
  }

judging:
  atomic {
    judge_receipt_file(o, file);
    if
    :: goto end_answered
    or_crash(end_again)
    fi
  }

taking_back:
  atomic {
    give_up_receipt_file(file);
    if
    :: is_done -> goto deleting
    :: !is_done -> goto end_answered
    or_crash(end_again)
    fi
  }

deleting:
  atomic {
    receipt_content_delete(file);
    if
    :: goto forgetting
    or_crash(end_again)
    fi
  }

forgetting:
  atomic { forget_receipt_file(file) }

end_answered:
end:
  false
}

#define is_left(f) (files[f].state == storing || files[f].state == removing)

/* A file may have waited for too long at any moment, so one that is only slow is taken for one whose process died. */
proctype remover() {
  unsigned file : 2 = NO_FILE;
  bool is_content_gone;

end:
  do
  :: atomic { file == NO_FILE && is_left(0) -> file = 0; claim_receipt_files_to_remove(file) }
  :: atomic { file == NO_FILE && is_left(1) -> file = 1; claim_receipt_files_to_remove(file) }
  :: atomic { file == NO_FILE && is_left(2) -> file = 2; claim_receipt_files_to_remove(file) }
  :: atomic { file != NO_FILE && !is_content_gone -> receipt_content_delete(file); is_content_gone = true }
  :: atomic { is_content_gone -> forget_receipt_file(file); file = NO_FILE; is_content_gone = false }
  od
}

/* The sweep that judges what was recorded, perhaps before the one who recorded it does. */
proctype judge() {
end:
  do
#ifndef NOBODY_JUDGES_AFTER_A_CRASH
  :: atomic { files[0].is_judge_due -> judge_receipt_file(holder, 0) }
  :: atomic { files[1].is_judge_due -> judge_receipt_file(holder, 1) }
  :: atomic { files[2].is_judge_due -> judge_receipt_file(holder, 2) }
#endif
  :: false
  od
}

/* What a provider finds besides money, which is a fact like any other. It may speak of any file that it was given. */
proctype reviewer() {
  unsigned file : 2 = NO_FILE;

end:
  do
  :: atomic { verdicts > 0 && next_file > 0 ->
       verdicts--;
       if
       :: files[0].state == recorded && !files[0].is_judge_due -> file = 0
       :: files[1].state == recorded && !files[1].is_judge_due -> file = 1
       :: files[2].state == recorded && !files[2].is_judge_due -> file = 2
       :: else -> file = NO_FILE
       fi;
       if
       :: file != NO_FILE -> doubt_receipt(holder, file)
       :: file != NO_FILE -> reject_receipt(holder, file, awaiting_confirmation)
       :: file == NO_FILE
       fi;
       file = NO_FILE }
  od
}

/* Looks at a payment, and decides a while later about what was seen. */
proctype operator() {
  unsigned seen : 2 = NO_FILE;

end:
  do
  :: atomic { decisions > 0 && seen == NO_FILE && holder != NONE && operations[holder].status == manual_check ->
       decisions--;
       seen = operations[holder].receipt_file_id }
  :: atomic { seen != NO_FILE ->
       if
       :: approve_receipt(holder, seen)
       :: reject_receipt(holder, seen, manual_check)
       :: ask_for_receipt_again(holder, seen)
       fi;
       seen = NO_FILE }
  od
}
