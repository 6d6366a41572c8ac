"""The files of a kept suite: a participant's tests told anew, and the marks on all of them."""
